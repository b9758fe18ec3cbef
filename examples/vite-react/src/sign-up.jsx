import { identify, track } from '@trickle/browser-script';
import { useState } from 'react';

export function SignUp() {
  const [message, setMessage] = useState('');

  async function submit(form) {
    const email = form.get('email');
    const { success, error } = await identify({ email, tags: ['newsletter'] });
    await track('Signed up', { form: 'newsletter' });
    setMessage(success ? `Thank you, ${email}` : `Please try again: ${error}`);
  }

  return (
    <form action={submit}>
      <label>
        Email <input name="email" type="email" required />
      </label>
      <button type="submit">Sign up</button>
      <p role="status">{message}</p>
    </form>
  );
}
