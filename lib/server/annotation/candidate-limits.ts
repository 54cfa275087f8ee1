/** How many texts a model may be asked for, so that a stuck key or an open tab cannot spend without end. */
export const candidateLimits = { perItem: 30, perProjectAndDay: 1_000 };
