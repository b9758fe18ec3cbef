import type { Answers } from '@trickle/mock-server/admin';

/** The answer of an operation, such as `GET /_admin/clock`. */
export type Answer<Route extends keyof Answers> = Answers[Route];

/** An item of a list in an answer. */
export type Item<
  Route extends keyof Answers,
  Member extends keyof Answers[Route],
> = Answers[Route][Member] extends readonly (infer Element)[] ? Element : never;
