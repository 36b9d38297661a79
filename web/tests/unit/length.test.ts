import { describe, expect, it } from 'vitest';
import { lengthOf, longestName, standing } from '../../src/house/length';

// The same as the server's (Names.AreCleaned in tests/server/room_test.cpp).
describe('the length of a name', () => {
    it('is that of what the server makes of it', () => {
        expect(lengthOf('  Ana   Luísa ')).toBe('Ana Luísa'.length);
        expect(lengthOf('a\u200b\u202eb')).toBe(3);
        expect(lengthOf('é')).toBe(1);
        for (const nothing of ['', '   ', '\n', '\u200b', '\u00ad\u3164']) expect(lengthOf(nothing)).toBe(0);
    });
    it('is in characters, however many units they take', () => {
        expect(lengthOf('🐦'.repeat(24))).toBe(24);
        expect(standing(lengthOf('🐦'.repeat(24)), longestName)).toBe('near');
        expect(standing(lengthOf('🐦'.repeat(25)), longestName)).toBe('over');
    });
    it('is worth a word only near the limit', () => {
        expect(standing(19, longestName)).toBe('');
        expect(standing(20, longestName)).toBe('near');
        expect(standing(24, longestName)).toBe('near');
        expect(standing(25, longestName)).toBe('over');
    });
});
