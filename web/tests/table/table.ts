// Boards to look at and to play on, without the pages around them:
// ?game=trilha&set=rings:3,jump:yes&seed=1&plies=20&confirm&touched&coordinates&turns=1&arrows&theme=dark&language=en
// &still (nobody's turn) &choose (throws by word) &free (no height given) &late (the answer comes after half a second)
import { mount } from 'svelte';
import wasmUrl from '@wasm?url';
import '../../src/app.css';
import { Module } from '../../src/core/module';
import { preferred, speak } from '../../src/words/words.svelte';
import Table from './Table.svelte';

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get('theme') ?? 'light';
await speak(preferred([query.get('language') ?? 'pt']));
const core = await Module.start(await WebAssembly.compileStreaming(fetch(wasmUrl)));
mount(Table, { target: document.getElementById('app')!, props: { core, query } });
