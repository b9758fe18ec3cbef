import { load } from '@trickle/browser-script';
import { createRoot } from 'react-dom/client';
import { SignUp } from './sign-up.jsx';

load({ account: '9999999', host: import.meta.env.VITE_TRICKLE_HOST ?? 'http://localhost:4100' });

createRoot(document.getElementById('root')).render(<SignUp />);
