// A player's WebSocket, as small as it can be, so that the tests can also send what no browser would.
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';

export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

/** One frame of a client: masked. */
export function frame(payload, opcode = opcodes.text) {
    const bytes = Buffer.from(payload), mask = randomBytes(4);
    const long = bytes.length > 65535 ? 8 : bytes.length > 125 ? 2 : 0;
    const head = Buffer.alloc(2 + long);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (long === 8 ? 127 : long === 2 ? 126 : bytes.length);
    if (long === 2) head.writeUInt16BE(bytes.length, 2);
    if (long === 8) head.writeBigUInt64BE(BigInt(bytes.length), 2);
    return Buffer.concat([head, mask, bytes.map((byte, i) => byte ^ mask[i % 4])]);
}

export class Player {
    #buffer = Buffer.alloc(0);
    #waiting = [];
    #asked = 0;
    heard = [];
    closed = false;
    closeCode = undefined;
    pings = 0;

    /** Comes in; the answer to the request is `status`, 101 if all is well. Without `pongs` no ping is answered. */
    static enter(house, headers = {}, { pongs = true } = {}) {
        return new Promise((resolve, reject) => {
            const player = Object.assign(new Player(), { pongs });
            const key = randomBytes(16).toString('base64');
            const socket = (player.socket = connect(house.port, '127.0.0.1'));
            const all = { Host: `127.0.0.1:${house.port}`, Upgrade: 'websocket', Connection: 'Upgrade',
                'Sec-WebSocket-Key': key, 'Sec-WebSocket-Version': '13', ...headers };
            socket.write('GET /socket HTTP/1.1\r\n' +
                Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join('') + '\r\n');
            let head = '';
            const onHead = (bytes) => {
                head += bytes.toString('latin1');
                const end = head.indexOf('\r\n\r\n');
                if (end < 0) return;
                socket.off('data', onHead);
                player.status = +head.match(/^HTTP\/1\.1 (\d+)/)[1];
                const expected = createHash('sha1').update(key + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
                if (player.status !== 101) return resolve(player);
                if (!head.includes(expected)) return reject(new Error('wrong key'));
                player.#hear(Buffer.from(head.slice(end + 4), 'latin1'));
                socket.on('data', (more) => player.#hear(more));
                resolve(player);
            };
            socket.on('data', onHead);
            socket.on('error', () => {});
            socket.on('close', () => {
                player.closed = true;
                player.#wake();
                reject(new Error('closed before it was open'));
            });
        });
    }

    #hear(bytes) {
        this.#buffer = Buffer.concat([this.#buffer, bytes]);
        for (;;) {
            const b = this.#buffer;
            if (b.length < 2) return;
            let length = b[1] & 127, start = 2;
            if (length === 126) (length = b.length < 4 ? Infinity : b.readUInt16BE(2)), (start = 4);
            else if (length === 127) (length = b.length < 10 ? Infinity : Number(b.readBigUInt64BE(2))), (start = 10);
            if (b.length < start + length) return;
            const payload = b.subarray(start, start + length), opcode = b[0] & 15;
            this.#buffer = b.subarray(start + length);
            if (opcode === opcodes.text) this.heard.push(JSON.parse(payload));
            else if (opcode === opcodes.ping) {
                ++this.pings;
                if (this.pongs) this.socket.write(frame(payload, opcodes.pong));
            }
            else if (opcode === opcodes.close) {
                this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : undefined;
                this.socket.end(frame(payload, opcodes.close));
            }
            this.#wake();
        }
    }
    #wake() {
        for (const waiting of this.#waiting.splice(0)) waiting();
    }

    say(message) {
        this.socket.write(frame(typeof message === 'string' ? message : JSON.stringify(message)));
    }

    /** The first message heard, from the `from`th on, that fits. */
    async hears(fits, from = 0) {
        for (;;) {
            const found = this.heard.slice(from).find(fits);
            if (found) return found;
            if (this.closed) throw new Error(`closed; heard ${JSON.stringify(this.heard.slice(-5))}`);
            await new Promise((resolve) => this.#waiting.push(resolve));
        }
    }

    /** Says something and waits for the answer to it; what was refused comes back as it is. */
    ask(message) {
        const id = message.id ?? `q${++this.#asked}`;
        const from = this.heard.length;
        this.say({ ...message, id });
        return this.hears((one) => one.id === id, from);
    }

    /** Waits until the house has closed the socket. */
    async ends() {
        while (!this.closed) await new Promise((resolve) => this.#waiting.push(resolve));
    }
    leave() {
        this.socket.destroy();
    }
}
