import { texts } from '#texts/ui.ts'

/** The first Tab stop: skips the navigation. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-ink px-4 py-2 font-semibold text-ground focus:translate-y-0"
  >
    {texts.skip}
  </a>
)
