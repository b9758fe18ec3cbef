/**
 * The time limit of a test, a command of a test or a poll, in milliseconds. Only hanging tests reach it, however slow the
 * machine is. While you write a test, `TRICKLE_TIME_LIMIT=20000` ends a failing poll sooner.
 */
export const TIME_LIMIT = Number(process.env.TRICKLE_TIME_LIMIT ?? 600_000);
