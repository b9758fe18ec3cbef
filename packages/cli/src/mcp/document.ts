import { adminRequest } from '@trickle/design/admin-request';
import type { JsonSchema } from '@trickle/sdk/contract';
import type { AdminApi } from '../connection/admin-api.ts';
import type { DocumentedOperation, OpenApi } from '../operations/reference.ts';

/** An operation of the admin API, as documented by the server. */
export interface AdminOperation extends DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly body: JsonSchema | undefined;
}

/** The server's description of its operations, so that tools match the running version. */
export class OpenApiDocument {
  readonly #operations: ReadonlyMap<string, AdminOperation>;
  readonly #schemas: Readonly<Record<string, JsonSchema>>;

  private constructor({ paths, components }: OpenApi) {
    this.#schemas = components.schemas;
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, AdminOperation] => {
        const [content] = Object.values(operation.requestBody?.content ?? {});
        const body = content && this.#named(content.schema);
        return [operation.operationId, { ...operation, method: method.toUpperCase(), path, body }];
      }),
    );
    this.#operations = new Map(all);
  }

  static async read(admin: AdminApi): Promise<OpenApiDocument> {
    const document: unknown = await admin.send(adminRequest('GET /openapi.json', {}));
    return new OpenApiDocument(document as OpenApi);
  }

  /** An operation; undefined if this version of the server does not have it. */
  operation(id: string): AdminOperation | undefined {
    return this.#operations.get(id);
  }

  /** The schema of all arguments of an operation: those of its path, its query and its body. The account is fixed. */
  inputOf({ parameters = [], body }: AdminOperation, more: Readonly<Record<string, JsonSchema>>) {
    const given = parameters.filter(({ name }) => name !== 'account_id');
    const { account_id: _, ...members } = body?.properties ?? {};
    const own = given.map(({ name, description, schema }) => [
      name,
      { ...schema, ...(description && { description }) },
    ]);
    const required = [
      ...given.filter((parameter) => parameter.required).map(({ name }) => name),
      ...(body?.required ?? []).filter((name) => name !== 'account_id'),
    ];
    const properties: Readonly<Record<string, JsonSchema>> = {
      ...Object.fromEntries(own),
      ...members,
      ...more,
    };
    return this.#closed({ type: 'object', properties, required, additionalProperties: false });
  }

  #named(schema: JsonSchema): JsonSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : (this.#schemas[name] ?? schema);
  }

  #closed<S extends object>(schema: S): S {
    const defs: Record<string, unknown> = {};
    const pointed = (value: object): unknown =>
      JSON.parse(
        JSON.stringify(value).replaceAll(/"#\/components\/schemas\/(\w+)"/g, (_, name: string) => {
          if (!(name in defs)) {
            defs[name] = {};
            defs[name] = pointed(this.#schemas[name] ?? {});
          }
          return `"#/$defs/${name}"`;
        }),
      );
    const result = pointed(schema) as S; // the same with other pointers
    return Object.keys(defs).length === 0 ? result : { ...result, $defs: defs };
  }
}
