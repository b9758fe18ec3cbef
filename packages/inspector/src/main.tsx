import { render } from 'preact';
import { startAccounts } from './api/accounts.ts';
import { startChanges } from './api/changes.ts';
import { startClock } from './api/clock.ts';
import { startKeyboard } from './app/keyboard.tsx';
import { Shell } from './app/shell.tsx';
import { startTheme } from './app/theme.tsx';
import { startRows } from './design/table/row-input.ts';
import { startLocation } from './location/location.ts';
import { ROUTES } from './routes.ts';

startTheme();
startLocation();
startKeyboard();
startRows();
startAccounts();
startClock();
startChanges();

const root = document.createElement('div');
root.id = 'inspector';
document.body.replaceChildren(root);
render(<Shell routes={ROUTES} />, root);
