import type { Inputs, Responses } from '@trickle/mock-server/admin';

export type Route = keyof Inputs & keyof Responses;

export type ReadRoute = Extract<Route, `GET ${string}` | 'POST /_admin/emails/preview'>;

export type InputOf<R extends Route> = Inputs[R];

export type AccountRoute = { [R in Route]: 'account_id' extends keyof Inputs[R] ? R : never }[Route];

export type OwnInputOf<R extends Route> = Omit<Inputs[R], 'account_id'>;

export type ResponseOf<R extends Route> = Responses[R];

export type ListIn<R extends Route> = {
  [Name in keyof Responses[R]]: Responses[R][Name] extends readonly unknown[] ? Name : never;
}[keyof Responses[R]];

export type Item<
  R extends Route,
  Member extends ListIn<R>,
> = Responses[R][Member] extends readonly (infer Element)[] ? Element : never;
