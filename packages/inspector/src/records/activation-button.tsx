import { Button } from '../design/button/button.tsx';
import { attemptRequest } from '../design/toast/toast.tsx';

interface ActivationButtonProps {
  /** For example `Campaign`. */
  readonly noun: string;
  /** The record, in the REST API. */
  readonly path: `/${string}`;
  readonly isActive: boolean;
}

/** Pauses an active campaign or workflow, or activates one that is not. */
export const ActivationButton = ({ noun, path, isActive }: ActivationButtonProps) =>
  isActive ? (
    <Button
      icon="pause"
      onClick={() => attemptRequest(`${noun} paused`, { method: 'POST', path: `${path}/pause` })}
    >
      Pause
    </Button>
  ) : (
    <Button
      icon="play"
      look="primary"
      onClick={() => attemptRequest(`${noun} activated`, { method: 'POST', path: `${path}/activate` })}
    >
      Activate
    </Button>
  );
