import { keepQuiet, quietUntil } from './memory.ts';
import { isWanted } from './placement.ts';
import type { Settings } from './settings.ts';
import { createWidget, type Widget } from './widget.ts';

/** A form as it floats above the page. */
export interface Floating {
  /** Whether it is open. */
  isOpen(): boolean;
  /** Does what the present path of the page asks for. */
  update(): void;
  show(showTab: boolean): void;
  hide(showTab: boolean): void;
}

/** Makes the floating side of a form; `isBusy` tells whether the visitor is to be left alone. */
// Unspecified: U-82
export function createFloating(settings: Settings, isBusy: () => boolean): Floating {
  const { definition, port, key } = settings;
  let widget: Widget | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const current = (): Widget => {
    // A page that went on to another one without loading may have thrown it away.
    if (!widget?.host.isConnected) widget = createWidget(settings);
    return widget;
  };
  const isOpen = () => !!widget?.host.isConnected && widget.isOpen();
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const wait = (seconds: number) => {
    timer = setTimeout(popUp, seconds * 1000);
  };
  const popUp = port.guarded(() => {
    timer = undefined;
    if (Date.now() < quietUntil(key)) return;
    if (isBusy()) return wait(1);
    keepQuiet(key, definition.days_between_popup);
    current().open(false);
  });

  return {
    isOpen,
    update() {
      const until = quietUntil(key);
      if (isWanted(definition) && until < Infinity) {
        current().setTab(true);
        if (!timer && until <= Date.now()) wait(definition.seconds_before_popup);
      } else {
        stop();
        if (!isOpen()) widget?.host.remove();
      }
    },
    show(showTab) {
      stop();
      current().setTab(showTab);
      current().open(true);
    },
    hide(showTab) {
      stop();
      current().setTab(showTab);
      current().close();
    },
  };
}
