import { useRoute } from 'wouter'
import { api } from '#contract/paths.ts'
import { PageTitle } from '../../ui/page-title.tsx'
import { SharedLoaded, SharedPlayer } from './shared-stage.tsx'
import { texts } from './texts.ts'

/** Only the player of a share link, for other sites' frames. `?t=` is the second it starts at. */
export function SharedEmbed() {
  const [, params] = useRoute('/s/:shareToken/embed')
  const shareToken = params?.shareToken ?? ''
  return (
    <main data-bare className="grid h-svh bg-night text-snow">
      <SharedLoaded
        shareToken={shareToken}
        gone={<Notice {...texts.gone} />}
        full={<Notice {...texts.full} />}
      >
        {shared => (
          <div className="relative grid min-h-0">
            <PageTitle title={shared.title} className="sr-only" />
            <SharedPlayer fill shareToken={shareToken} shared={shared} />
            <a
              href={api.sharePage(shareToken)}
              target="_blank"
              rel="noreferrer"
              className="absolute top-3 right-3 rounded-md bg-night/80 px-3 py-1.5 font-semibold text-snow text-sm hover:bg-night"
            >
              {texts.watchHere}
            </a>
          </div>
        )}
      </SharedLoaded>
    </main>
  )
}

const Notice = ({ title, text }: { title: string; text: string }) => (
  <div className="grid place-items-center p-5 text-center">
    <div className="max-w-md">
      <PageTitle title={title} className="text-[1.75rem]" />
      <p className="mt-2 text-snow/75">{text}</p>
    </div>
  </div>
)
