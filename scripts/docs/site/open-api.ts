import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pages.ts';

/** The parts of a JSON schema that the pages show. */
export interface Schema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
}

interface Content {
  readonly 'application/json'?: { readonly schema?: Schema };
}

/** An operation of the document. */
export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly object[];
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description?: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document: Document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8'));

/** The schemas that have a name. */
export const schemas = document.components.schemas;

/** The operations of the admin API, by method and path, such as `POST /_admin/reset`. */
export const adminOperations: readonly { readonly title: string; readonly operation: ApiOperation }[] =
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/_admin'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        title: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    );

/** A schema, or the one that it refers to. */
export const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema) ?? ''] ?? schema);

/** The name of the schema that a schema refers to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '');
