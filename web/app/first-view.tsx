import type { ComponentType, ReactNode } from 'react'
import { timelineRoom } from '../entities/highlight/timeline/room.ts'
import { PosterAlone } from '../entities/player/poster-player.tsx'
import { titleLook } from '../entities/video/title-look.ts'
import { TitleRow } from '../features/sharing/title-row.tsx'
import { cx } from '../lib/cx.ts'
import { firstViewId } from '../lib/first-view.ts'
import { SharedPlaces } from '../pages/shared/places.tsx'
import { Places } from '../pages/video/places.tsx'
import { PublicPlaces } from '../pages/video/public/places.tsx'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PublicHeaderBand } from './public-frame.tsx'
import { HeaderBand } from './shell/header.tsx'

interface Shown {
  title: string
  /** its address */
  picture: string
}

/** The page of one's own video before the app is there. */
export const FirstVideo = ({ title, picture }: Shown) => (
  <Cover header={HeaderBand}>
    <Places title={<Title title={title} />} picture={<PosterAlone picture={picture} />} panel={<div />} />
  </Cover>
)

/** The page of a published video before the app is there. */
export const FirstPublicVideo = ({ title, picture }: Shown) => (
  <Cover header={PublicHeaderBand}>
    <PublicPlaces
      stage={
        <>
          <PosterAlone picture={picture} />
          <Skeleton className={timelineRoom} />
        </>
      }
      title={<Title title={title} />}
      actions={reportRoom}
      panel={<div />}
    />
  </Cover>
)

/** The page of a share link before the app is there. */
export const FirstShared = ({ title, picture }: Shown) => (
  <Cover header={PublicHeaderBand}>
    <SharedPlaces>
      <PosterAlone picture={picture} />
      <TitleRow title={<Title title={title} />} actions={reportRoom} />
    </SharedPlaces>
  </Cover>
)

/** Looks like the page's heading, which is balanced as every heading. */
const Title = ({ title }: { title: string }) => (
  <p className={cx('heading text-balance', titleLook)}>{title}</p>
)

const reportRoom = <div className="h-9 w-42" />

/** Lies over the app's spinners; nothing in it can be pressed or read aloud. */
const Cover = ({
  header: Header,
  children,
}: {
  header: ComponentType<{ children: ReactNode }>
  children: ReactNode
}) => (
  <div
    id={firstViewId}
    aria-hidden="true"
    inert
    className="absolute inset-x-0 top-0 z-40 min-h-svh bg-ground"
  >
    <Header>
      <BrandMark />
    </Header>
    {children}
  </div>
)
