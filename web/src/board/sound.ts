// The sounds of a table, made here: wood on wood, glass on glass, stone on stone, sticks on a table. Short and soft.
import type { EffectKind, GameId } from '../core/types';

let on = true;
let context: AudioContext | undefined;
let out: AudioNode;

/** What a thing sounds like when it is struck: its tones, how long they ring (seconds), and the noise of the touch. */
interface Material {
    tones: number[];
    ring: number;
    noise: number;
    pitch: number;
}
const wood: Material = { tones: [420, 980, 1730], ring: 0.07, noise: 0.5, pitch: 1400 };
const glass: Material = { tones: [2350, 3870, 5900], ring: 0.16, noise: 0.12, pitch: 5200 };
const stone: Material = { tones: [610, 1390, 2900], ring: 0.035, noise: 0.8, pitch: 2600 };
const stick: Material = { tones: [760, 1510, 2480], ring: 0.05, noise: 0.45, pitch: 2200 };
const bell: Material = { tones: [1, 2.76, 5.4], ring: 0.6, noise: 0, pitch: 1000 };
const materials: Record<GameId, Material> = {
    trilha: wood,
    policiais: wood,
    pretoa: wood,
    abalone: glass,
    trench: stone,
    niout: wood,
};

/** A second of noise, the same for every touch. */
let hiss: AudioBuffer | undefined;
function noise(audio: AudioContext): AudioBuffer {
    if (hiss) return hiss;
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
    return hiss;
}

/** The loudness of something that begins at `start` and dies away within `length` seconds. */
function fading(audio: AudioContext, start: number, loud: number, length: number, rise = 0.002): GainNode {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + rise + length);
    gain.connect(out);
    return gain;
}

/** One touch: `after` seconds from now, so loud (1 is a man put down), higher or lower. */
function strike(audio: AudioContext, of: Material, after = 0, loud = 1, height = 1): void {
    const start = audio.currentTime + 0.01 + after;
    const near = height * (0.97 + Math.random() * 0.06);
    for (const [i, tone] of of.tones.entries()) {
        const length = (of.ring * 4) / (i + 2);
        const voice = audio.createOscillator();
        voice.frequency.value = tone * near;
        voice.connect(fading(audio, start, (0.16 * loud) / (i + 1), length));
        voice.start(start);
        voice.stop(start + length + 0.02);
    }
    if (of.noise) rub(audio, of.pitch * near, after, 0.03, of.noise * 0.3 * loud, 0.001);
}

/** Something drawn over the board: noise about a pitch. */
function rub(
    audio: AudioContext,
    pitch: number,
    after: number,
    length: number,
    loud: number,
    rise: number,
): void {
    const start = audio.currentTime + 0.01 + after;
    const source = audio.createBufferSource();
    source.buffer = noise(audio);
    const band = audio.createBiquadFilter();
    band.type = 'bandpass';
    band.frequency.value = pitch;
    source.connect(band).connect(fading(audio, start, loud, length, rise));
    source.start(start, Math.random() * 0.4, length + rise + 0.05);
}

type Kind = EffectKind | 'end' | 'refused';
const effects: Record<Kind, (audio: AudioContext, of: Material) => void> = {
    place: (audio, of) => strike(audio, of),
    slide: (audio, of) => {
        rub(audio, of.pitch / 2, 0, 0.14, 0.05, 0.05);
        strike(audio, of, 0.16, 0.7);
    },
    jump: (audio, of) => strike(audio, of, 0.18, 1.1),
    fly: (audio, of) => strike(audio, of, 0.2, 0.9, 0.94),
    push: (audio, of) =>
        [0, 0.035, 0.075].forEach((after, i) => strike(audio, of, after, 0.9 - i * 0.25, 1 - i * 0.03)),
    capture: (audio, of) => {
        strike(audio, of, 0, 0.9, 0.8);
        strike(audio, of, 0.09, 0.5, 1.12);
    },
    huff: (audio, of) => {
        rub(audio, 700, 0, 0.22, 0.1, 0.06);
        strike(audio, of, 0.24, 0.5, 0.9);
    },
    home: (audio, of) => {
        strike(audio, of, 0, 0.8);
        strike(audio, { ...bell, tones: bell.tones.map((tone) => tone * 659) }, 0.06, 0.35);
    },
    dice: (audio) => {
        for (let i = 0; i < 9; ++i)
            strike(
                audio,
                stick,
                i * 0.045 + Math.random() * 0.04,
                0.9 - i * 0.07,
                0.85 + Math.random() * 0.4,
            );
    },
    pass: (audio) => rub(audio, 900, 0, 0.16, 0.16, 0.06),
    end: (audio) =>
        [392, 494, 587, 784].forEach((note, i) =>
            strike(audio, { ...bell, tones: bell.tones.map((tone) => tone * note) }, i * 0.13, 0.5),
        ),
    refused: (audio) => [0, 0.09].forEach((after) => strike(audio, { ...wood, noise: 0.2 }, after, 0.5, 0.5)),
};

/** Made when first needed: browsers let a page sound only after somebody has touched it. */
function audible(): AudioContext {
    if (!context) {
        context = new AudioContext();
        const soft = context.createGain();
        soft.gain.value = 0.6;
        soft.connect(context.destination);
        out = soft;
    }
    if (context.state === 'suspended') void context.resume().catch(() => {});
    return context;
}

/** One frame: the eye comes first, and opening the device for the first sound takes longer than that. */
const afterTheEye = 20;

/** Plays what an effect sounds like in a game. Says nothing where there is no sound. */
export function play(kind: Kind, game: GameId): void {
    if (!on || typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false)
        return;
    setTimeout(() => {
        try {
            effects[kind](audible(), materials[game]);
        } catch {
            // No device, or no more of them: the game goes on in silence.
        }
    }, afterTheEye);
}

/** Sound on or off, at once. */
export function setSound(value: boolean): void {
    on = value;
    if (!on) void context?.suspend().catch(() => {});
}
