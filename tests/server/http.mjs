// A program that plays by HTTP, for the tests.
import { request } from 'node:http';

import { ask } from './house.mjs';

/** One request of the API; the body of the answer is JSON unless it says otherwise. */
export async function call(house, method, path, { token, body, headers = {} } = {}) {
    const text = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const described = text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const all = { ...described, ...(token && { authorization: `Bearer ${token}` }), ...headers };
    const answer = await ask(house, path, { method, headers: all, body: text });
    const type = answer.headers['content-type']?.split(';')[0];
    const said = answer.bytes.toString();
    return { ...answer, type, said: type === 'application/json' && said ? JSON.parse(said) : said };
}

/** A stream, read line by line; `lines` has all messages so far. */
export function follow(house, path, { token, headers = {} } = {}) {
    const stream = { lines: [], empty: 0, ended: false, waiting: [] };
    const wake = () => stream.waiting.splice(0).forEach((one) => one());
    const all = { ...(token && { authorization: `Bearer ${token}` }), ...headers };
    const asked = request({ host: '127.0.0.1', port: house.port, path, headers: all }, (answer) => {
        let rest = '';
        Object.assign(stream, { status: answer.statusCode, headers: answer.headers });
        answer.setEncoding('utf8').on('data', (piece) => {
            const lines = (rest + piece).split('\n');
            rest = lines.pop();
            stream.empty += lines.filter((line) => !line).length;
            stream.lines.push(...lines.filter(Boolean).map((line) => JSON.parse(line)));
            wake();
        });
        answer.on('close', () => {
            Object.assign(stream, { ended: true, whole: answer.complete });
            wake();
        });
        answer.on('error', () => {});
    });
    asked.on('error', () => {
        stream.ended = true;
        wake();
    }).end();
    /** The first message that fits. */
    stream.tells = async (fits) => {
        for (;;) {
            const found = stream.lines.find(fits);
            if (found) return found;
            if (stream.ended) throw new Error(`ended; told ${JSON.stringify(stream.lines.slice(-3))}`);
            await new Promise((resolve) => stream.waiting.push(resolve));
        }
    };
    stream.ends = async () => {
        while (!stream.ended) await new Promise((resolve) => stream.waiting.push(resolve));
    };
    stream.leave = () => asked.destroy();
    return stream;
}
