import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/store/postgres.ts';
import { PostgresCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the database `postgres`; those of others differ in the name. */
    postgresUrl: string;
  }
}

/** Starts PostgreSQL for a whole run, with a database that new ones are copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await PostgresCluster.start();
  await cluster.run('create database template_trickle');
  const store = await openPostgres(cluster.url('template_trickle'));
  await store.close();
  project.provide('postgresUrl', cluster.url('postgres'));
  return () => cluster[Symbol.asyncDispose]();
}
