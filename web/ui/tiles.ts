/** A list whose items are links or buttons: cards side by side, and on a phone the rows of one card. */
export const tilesClass =
  'grid max-sm:divide-y max-sm:overflow-hidden max-sm:rounded-xl max-sm:border sm:gap-3'
/** What can be pressed in such an item. */
export const tileClass =
  'flex size-full bg-surface px-4 py-3 text-left -outline-offset-2 transition-colors max-sm:hover:bg-ink/4 sm:rounded-xl sm:border sm:p-5 sm:hover:border-line-strong'
