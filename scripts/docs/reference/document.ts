import { readFileSync } from 'node:fs';
import type { OpenApi, Operation } from '../../../packages/mock-server/src/api/docs/open-api.ts';

const file = new URL('../../../docs/openapi.json', import.meta.url);

/** The generated OpenAPI document, from which the pages are made. */
export const document: OpenApi = JSON.parse(readFileSync(file, 'utf8'));

/** Every operation with its route, such as `POST /_admin/reset`. */
export const operations: readonly { readonly route: string; readonly operation: Operation }[] =
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
