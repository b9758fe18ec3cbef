import type { Clock } from '../platform/clock.ts';
import type { ClockState } from '../store/clocks.ts';
import type { WorldClock } from './world.ts';

/** How a clock goes; what is left out is as the machine has it. */
export interface ClockSettings {
  /** What time it is to begin with: ISO 8601, or a date. */
  readonly now?: string | Date | undefined;
  /** How many times as fast as the machine's clock; 0 stands still until it is moved. Default 1. */
  readonly speed?: number | undefined;
}

/** A clock on top of another one: it can be moved, held, and run at another speed. */
export class ServerClock implements WorldClock {
  readonly id: string;
  readonly #base: Clock;
  #state: ClockState;

  constructor(id: string, base: Clock, { now, speed = 1 }: ClockSettings = {}) {
    this.id = id;
    this.#base = base;
    const start = base.now();
    const anchor = now === undefined ? start : new Date(now).getTime();
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

  /** Goes on as a clock of that state does. */
  restore(state: ClockState): void {
    this.#state = state;
  }

  /** Shows another time from now on. */
  set(milliseconds: number): void {
    this.#state = { ...this.#state, anchor: milliseconds, base: this.#base.now() };
  }

  /** Stands still. */
  freeze(): void {
    this.#anchorWith(0, this.#state.resumeSpeed);
  }

  /** Goes on at the speed that it had. */
  resume(): void {
    this.#anchorWith(this.#state.resumeSpeed, this.#state.resumeSpeed);
  }

  /** Runs at another speed; 0 stands still. */
  setSpeed(speed: number): void {
    this.#anchorWith(checked(speed), speed || this.#state.resumeSpeed);
  }

  #anchorWith(speed: number, resumeSpeed: number): void {
    this.#state = { anchor: this.now(), base: this.#base.now(), speed, resumeSpeed };
  }
}

/** Whether a clock can go so many times as fast as the machine's. */
export const isSpeed = (speed: number): boolean => speed >= 0 && speed <= 1_000_000;

function checked(speed: number): number {
  if (isSpeed(speed)) return speed;
  throw new RangeError(`a clock's speed is a number from 0 to 1,000,000, not ${speed}`);
}
