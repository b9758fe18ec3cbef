import type { Clock } from '../../shared/platform/timers.ts';
import { timeFrom } from '../../shared/values/time.ts';
import type { ClockState } from '../../store/tables/clocks.ts';
import type { ServiceClock } from './services.ts';

/** The settings of a clock; defaults follow the machine's clock. */
export interface ClockSettings {
  /** The initial time: ISO 8601, which is UTC without a zone, or a `Date`. Default: the machine's time. */
  readonly now?: string | Date | undefined;
  /** The speed relative to the machine's clock, from 0 (frozen) to 1,000,000. Default: 1. */
  readonly speed?: number | undefined;
}

/** A clock derived from a base clock, which can be set, frozen and run at another speed. */
export class ServerClock implements ServiceClock {
  readonly id: string;
  readonly #base: Clock;
  #state: ClockState;

  constructor(id: string, base: Clock, { now, speed = 1 }: ClockSettings = {}) {
    this.id = id;
    this.#base = base;
    const start = base.now();
    const anchor = now === undefined ? start : timeFrom(now);
    if (Number.isNaN(anchor)) throw new RangeError(`'${now}' is no time; give ISO 8601 or a date`);
    this.#state = { anchor, base: start, speed: checked(speed), resumeSpeed: speed || 1 };
  }

  now(): number {
    const { anchor, base, speed } = this.#state;
    return speed === 0 ? anchor : Math.floor(anchor + (this.#base.now() - base) * speed);
  }

  get speed(): number {
    return this.#state.speed;
  }

  get state(): ClockState {
    return this.#state;
  }

  /** Takes over another clock's state. */
  restore(state: ClockState): void {
    this.#state = state;
  }

  /** Sets the time, in milliseconds since 1970. */
  set(milliseconds: number): void {
    this.#state = { ...this.#state, anchor: milliseconds, base: this.#base.now() };
  }

  freeze(): void {
    this.#anchorWith(0, this.#state.resumeSpeed);
  }

  /** Resumes at the speed before `freeze`. */
  resume(): void {
    this.#anchorWith(this.#state.resumeSpeed, this.#state.resumeSpeed);
  }

  /** Sets the speed; 0 freezes the clock. */
  setSpeed(speed: number): void {
    this.#anchorWith(checked(speed), speed || this.#state.resumeSpeed);
  }

  #anchorWith(speed: number, resumeSpeed: number): void {
    this.#state = { anchor: this.now(), base: this.#base.now(), speed, resumeSpeed };
  }
}

/** Whether a number is a valid clock speed. */
export const isSpeed = (speed: number): boolean => speed >= 0 && speed <= 1_000_000;

function checked(speed: number): number {
  if (isSpeed(speed)) return speed;
  throw new RangeError(`a clock's speed is a number from 0 to 1,000,000, not ${speed}`);
}
