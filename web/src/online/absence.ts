// Who is away from the table, for how long a game waits for him, and what is said of it. Without a screen.

/** As the house tells it (docs/protocol.md), and when it was heard, by this device's clock. */
export interface Presence {
    seats: boolean[];
    /** By the house's clock: since when, and when this was told. */
    away?: (number | null)[];
    at?: number;
    claim_after?: number;
    heard: number;
}

export interface Absent {
    seat: number;
    /** Milliseconds until the game may be claimed from him; missing where it cannot be. */
    wait?: number;
}

/** Of these seats, the absent ones. Only from opponents can a game be claimed. */
export function absentees(
    { seats, away, at, claim_after: after, heard }: Presence,
    of: number[],
    against: (seat: number) => boolean,
    now: number,
): Absent[] {
    // The house's clock need not agree with this one.
    const houseNow = now + ((at ?? heard) - heard);
    return of
        .filter((seat) => seats[seat] === false)
        .map((seat) => {
            const since = away?.[seat];
            if (since == null || after === undefined || !against(seat)) return { seat };
            return { seat, wait: Math.max(0, since + after - houseNow) };
        });
}

/** What has changed for somebody who listens: who left, from whom the game may now be claimed, who came back. */
export function changes(
    before: Absent[],
    now: Absent[],
): { kind: 'left' | 'claim' | 'back'; seat: number }[] {
    const was = (seat: number) => before.find((one) => one.seat === seat);
    return [
        ...now.flatMap(({ seat, wait }) => [
            ...(was(seat) ? [] : [{ kind: 'left' as const, seat }]),
            ...(wait === 0 && was(seat)?.wait !== 0 ? [{ kind: 'claim' as const, seat }] : []),
        ]),
        ...before
            .filter(({ seat }) => !now.some((one) => one.seat === seat))
            .map(({ seat }) => ({ kind: 'back' as const, seat })),
    ];
}
