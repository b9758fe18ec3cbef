import * as z from 'zod/mini';
import { endpoint } from './schema/endpoint.ts';
import { oneOut } from './schema/envelope.ts';
import * as f from './schema/field.ts';
import { type Infer, schema } from './schema/schema.ts';

/** The owner of the credentials ("User"). */
export const User = schema(() =>
  z.object({
    /** The email address. */
    email: f.text(),
    name: f.text(),
    time_zone: f.text(),
  }),
);
export interface User extends Infer<typeof User> {}

export const user = {
  /** Gets the user who owns the credentials. */
  get: endpoint('GET /v2/user', { response: oneOut<User>('users', User) }),
};
