import type { Handlers } from '../http/handler.ts';

export const user: Handlers<'user'> = {
  async get({ user: { email, name, timeZone } }) {
    return { output: { email, name, time_zone: timeZone } };
  },
};
