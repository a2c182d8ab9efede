import { local, viewKeys } from './browser-storage.ts'

/** Whether single-key shortcuts are on; people who use speech input or often press keys by accident turn them off. */
export const keysAreOn = (): boolean => local.get(viewKeys.singleKeys) !== 'off'

const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Whether a letter is text here, or a menu or dialog handles keys. */
export const handlesKeys = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(typing) !== null
