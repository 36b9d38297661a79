import { mount } from 'svelte';
import './app.css';
import './font.css';
import App from './App.svelte';
import { keepOffline } from './house/offline.svelte';

mount(App, { target: document.getElementById('app')! });
keepOffline();
