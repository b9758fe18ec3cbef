import type { Signal } from '@preact/signals';
import { Button } from '../button/button.tsx';

/** Chooses whether a preview is as wide as a desktop window or a phone. */
export const DeviceSwitch = ({ isPhone }: { readonly isPhone: Signal<boolean> }) => (
  <div class="actions">
    {[false, true].map((phone) => (
      <Button
        key={String(phone)}
        isPressed={isPhone.value === phone}
        onClick={() => {
          isPhone.value = phone;
        }}
      >
        {phone ? 'Phone' : 'Desktop'}
      </Button>
    ))}
  </div>
);
