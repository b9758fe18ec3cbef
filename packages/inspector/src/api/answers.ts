import type { Answers } from '@trickle/mock-server/admin';

/** The response of an operation, such as `GET /_admin/clock`. */
export type Answer<Route extends keyof Answers> = Answers[Route];

/** An item of a list in a response. */
export type Item<
  Route extends keyof Answers,
  Member extends keyof Answers[Route],
> = Answers[Route][Member] extends readonly (infer Element)[] ? Element : never;

/** A route with values in place of its placeholders. */
type Filled<Route> = Route extends `${infer Start}{${string}}${infer End}`
  ? `${Start}${string}${Filled<End>}`
  : Route;

/** A call of an operation without `/_admin`, such as `POST /jobs/5/run`. */
export type Call = keyof Answers extends infer Route
  ? Route extends `${infer Method} /_admin${infer Path}`
    ? `${Method} ${Filled<Path>}`
    : never
  : never;

/** The path of an operation that reads. */
export type ReadPath = Call extends infer Route ? (Route extends `GET ${infer Path}` ? Path : never) : never;
