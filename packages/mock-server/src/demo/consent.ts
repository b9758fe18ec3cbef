import type { Consent } from './pages/view.ts';

const COOKIE = 'trickle_demo_consent';
const ONE_YEAR = 31_536_000;

/** Reads whether the visitor lets the page script work. */
export function consentIn(request: Request): Consent {
  const cookie = request.headers.get('cookie') ?? '';
  if (cookie.includes(`${COOKIE}=granted`)) return 'granted';
  return cookie.includes(`${COOKIE}=denied`) ? 'denied' : 'pending';
}

/** The cookie that stores a visitor's answer. */
export const consentCookie = (form: URLSearchParams): string =>
  `${COOKIE}=${form.get('consent') === 'granted' ? 'granted' : 'denied'}; Path=/; Max-Age=${ONE_YEAR}; SameSite=Lax`;
