import { mount } from 'svelte';
import '../../src/app.css';
import '../../src/font.css';
import Gallery from './Gallery.svelte';

document.documentElement.dataset['theme'] = new URLSearchParams(location.search).get('theme') ?? 'light';
mount(Gallery, { target: document.getElementById('app')! });
