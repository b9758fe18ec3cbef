import pg from 'pg';
import { inject } from 'vitest';

let count = 0;

/** The databases of the cluster that the run has started. */
export const databases = {
  url: (name: string, role = 'trickle'): string =>
    inject('postgresUrl').replace('trickle@/postgres', `${role}@/${name}`),

  /** Runs statements in a database. */
  async run(statements: string, name = 'postgres'): Promise<Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client({ connectionString: databases.url(name) });
    await client.connect();
    try {
      return (await client.query(statements)).rows;
    } finally {
      await client.end();
    }
  },

  /** Creates a database, with the server's tables unless another template is given. Returns its name. */
  async create(template = 'template_trickle'): Promise<string> {
    const name = `test_${process.pid}_${process.env.VITEST_WORKER_ID ?? 0}_${++count}`;
    await databases.run(`create database ${name} template ${template} strategy file_copy`);
    return name;
  },
};
