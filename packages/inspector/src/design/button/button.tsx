import type { ComponentChildren } from 'preact';
import { classes } from '../classes.ts';
import { Icon, type IconName } from '../icon/icon.tsx';

/** The looks of a button: one `primary` per view at most; `danger` deletes. */
export type ButtonLook = 'primary' | 'plain' | 'danger' | 'bare';

export interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  readonly look?: ButtonLook;
  readonly type?: 'button' | 'submit';
  /** The accessible name, needed if there is only an icon. */
  readonly label?: string;
  readonly isDisabled?: boolean;
  readonly isPressed?: boolean;
  readonly form?: string;
  readonly onClick?: () => unknown;
}

export const Button = (props: ButtonProps) => {
  const {
    children,
    icon,
    look = 'plain',
    type = 'button',
    label,
    isDisabled,
    isPressed,
    form,
    onClick,
  } = props;
  return (
    <button
      type={type}
      class={classes('button', look, children === undefined && 'icon-only')}
      aria-label={label}
      title={children === undefined ? label : undefined}
      aria-pressed={isPressed}
      disabled={isDisabled}
      form={form}
      onClick={onClick && (() => void onClick())}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
};

interface LinkButtonProps {
  readonly href: string;
  readonly children: ComponentChildren;
  readonly icon?: IconName;
  readonly look?: ButtonLook;
  readonly download?: string;
}

export const LinkButton = ({ href, children, icon, look = 'plain', download }: LinkButtonProps) => (
  <a class={classes('button', look)} href={href} download={download}>
    {icon && <Icon name={icon} />}
    {children}
  </a>
);
