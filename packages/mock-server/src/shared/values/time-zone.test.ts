import { describe, expect, it } from 'vitest';
import { utcOffset } from './time-zone.ts';

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
