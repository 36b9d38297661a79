// A player who lives outside the house: makes a room, has a computer sit down at the other seat, and plays random moves to
// the end. Nothing but Node is needed:
//
//     node docs/player.mjs http://127.0.0.1:6464 trilha 3
const [house = 'http://127.0.0.1:6464', game = 'trilha', level = '1'] = process.argv.slice(2);
let token;

const request = (path, options = {}) =>
    fetch(new URL(path, house), { ...options, headers: { ...options.headers, ...(token && { Authorization: `Bearer ${token}` }) } });

/** Asks, and asks again later where the house is too busy; a refusal ends the program. */
async function call(path, body) {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await request(path, body && post);
    if (answer.headers.has('Retry-After')) {
        await new Promise((resolve) => setTimeout(resolve, 1000 * answer.headers.get('Retry-After')));
        return call(path, body);
    }
    const message = await answer.json();
    if (message.kind === 'refused') throw new Error(JSON.stringify(message.error));
    return message;
}

/** What is told in a stream, message after message. */
async function* messages(path) {
    let rest = '';
    for await (const piece of (await request(path)).body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + piece).split('\n');
        rest = lines.pop();
        for (const line of lines) if (line) yield JSON.parse(line);
    }
}

const seated = await call('/api/rooms', { game, name: 'Acaso', seats: ['me', `computer:${level}`] });
token = seated.token;
for await (const { state } of messages(`/api/rooms/${seated.room}/stream`)) {
    if (state?.phase === 'over') break;
    if (state?.turn !== seated.seat) continue;
    const { moves, number, turn } = await call(`/api/rooms/${seated.room}/moves`);
    if (turn !== seated.seat || moves.length === 0) continue;
    // If another event comes first the answer is the room, and the stream tells when to think again.
    const move = moves[Math.floor(Math.random() * moves.length)];
    await call(`/api/rooms/${seated.room}/move`, { move, number });
}
console.log(await (await request(`/api/rooms/${seated.room}/record`)).text());
