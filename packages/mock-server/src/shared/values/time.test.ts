import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoTime, parseTime, utcOffset } from './time.ts';

const moment = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9998-12-30T00:00:00Z'),
  noInvalidDate: true,
});

/** A zone as ISO 8601 writes it, and its minutes. */
const zone = fc.record({
  sign: fc.constantFrom('+', '-'),
  hours: fc.integer({ min: 0, max: 14 }),
  minutes: fc.constantFrom(0, 15, 30, 45, 59),
});
const two = (number: number) => String(number).padStart(2, '0');

describe('parseTime', () => {
  it('parseTime reads times with a zone like Date.parse', () => {
    fc.assert(
      fc.property(moment, zone, (date, { sign, hours, minutes }) => {
        const text = `${date.toISOString().slice(0, -1)}${sign}${two(hours)}:${two(minutes)}`;
        expect(parseTime(text)).toBe(Date.parse(text));
        expect(parseTime(text.replace(/:(\d\d)$/, '$1'))).toBe(Date.parse(text));
      }),
    );
  });

  it('parseTime reads UTC in every notation to the millisecond', () => {
    fc.assert(
      fc.property(moment, (date) => {
        const text = date.toISOString();
        for (const written of [
          text,
          text.toLowerCase(),
          text.replace('T', ' '),
          text.slice(0, -1),
          text.replace('.', ','),
        ]) {
          expect(parseTime(written)).toBe(date.getTime());
        }
        expect(parseTime(`${text.slice(0, -1)}999Z`)).toBe(date.getTime());
        expect(parseTime(text.slice(0, 10))).toBe(Date.parse(`${text.slice(0, 10)}T00:00:00Z`));
        expect(parseTime(text.slice(0, 16))).toBe(Date.parse(`${text.slice(0, 16)}Z`));
      }),
    );
  });

  it.each([
    ['2026-01-31T09:00+05', '2026-01-31T04:00:00.000Z'],
    ['2026-01-31T09:00:00.5Z', '2026-01-31T09:00:00.500Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['0050-06-01', '0050-06-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00-23:30', '2024-02-29T23:30:00.000Z'],
  ])('parseTime reads %s as %s', (text, expected) => {
    expect(new Date(parseTime(text)).toISOString()).toBe(expected);
  });
});

describe('isoTime', () => {
  it('isoTime formats times to the second and in an order that sorts by time', () => {
    expect(isoTime(Date.parse('2026-01-31T09:00:00.999Z'))).toBe('2026-01-31T09:00:00Z');
    expect(isoTime(parseTime('9999-12-31T23:59:59-01:00'))).toBe('+010000-01-01T00:59:59Z');
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
        const order = Math.sign(seconds(one) - seconds(other));
        const texts = [isoTime(one.getTime()), isoTime(other.getTime())] as const;
        expect(texts[0] === texts[1] ? 0 : texts[0] < texts[1] ? -1 : 1).toBe(order);
        expect(parseTime(texts[0])).toBe(seconds(one) * 1000);
      }),
    );
  });
});

describe('utcOffset', () => {
  it.each([
    ['Etc/UTC', '2026-07-01T00:00:00Z', 0],
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/London', '2026-01-01T00:00:00Z', 0],
    ['Europe/London', '2026-07-01T00:00:00Z', 60],
    ['America/New_York', '2026-03-08T06:59:59Z', -300],
    ['America/New_York', '2026-03-08T07:00:00Z', -240],
    ['America/New_York', '2026-11-01T05:59:59Z', -240],
    ['America/New_York', '2026-11-01T06:00:00Z', -300],
    ['America/New_York', '2006-03-15T12:00:00Z', -300], // daylight saving began in April then
    ['America/Phoenix', '2026-07-01T00:00:00Z', -420],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 630], // half an hour of daylight saving
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 660],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
    ['Pacific/Apia', '2011-12-29T00:00:00Z', -600], // before it left out a day
    ['Pacific/Apia', '2011-12-31T12:00:00Z', 840],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
    ['Etc/GMT+12', '2026-01-01T00:00:00Z', -720],
  ])('the UTC offset of %s at %s is %i minutes', (zone, at, minutes) => {
    expect(utcOffset(zone, Date.parse(at))).toBe(minutes);
  });
});
