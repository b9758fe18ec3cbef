import type { OpenApi, Operation } from '../../../packages/mock-server/src/api/docs/open-api.ts';
import { readJson } from '../../setup/repository.ts';

/** The generated OpenAPI document, from which the pages are made. */
export const document: OpenApi = readJson('docs/openapi.json');

/** Every operation with its route, such as `POST /_admin/reset`. */
export const operations: readonly { readonly route: string; readonly operation: Operation }[] =
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
