import { type CheckpointFace, checkpointFaceOf } from './checkpoints/checkpoints.ts';
import type { Engine } from './engine.ts';
import { type FaultFace, faultFaceOf } from './faults/face.ts';
import { type MailFace, mailFaceOf } from './mail/face.ts';
import { type Readers, readersOf } from './readers.ts';
import { type RequestFace, requestFaceOf } from './requests/requests.ts';
import { type WebhookFace, webhookFaceOf } from './webhooks/face.ts';

/** What can be read, expected and disturbed, of a server or of one account. */
export interface Faces extends Readers, RequestFace, FaultFace, CheckpointFace, MailFace, WebhookFace {}

/**
 * The faces of a server; of one account where `own` is given. `firstId` is the account that is meant where one has to
 * be and none is named.
 */
export const facesOf = (engine: Engine, firstId: string, own?: string): Faces => ({
  ...readersOf(engine.store, firstId),
  ...requestFaceOf(engine.ledger, engine.store, firstId, own),
  ...faultFaceOf(engine.faults, own),
  ...checkpointFaceOf(engine, own),
  ...mailFaceOf(engine, firstId),
  ...webhookFaceOf(engine, firstId),
});
