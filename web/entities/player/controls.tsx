import { type PointerEvent, type ReactNode, useState } from 'react'
import { seekSkipSeconds, volumeStep } from '#contract/constants.ts'
import { frameAddress } from '#contract/paths.ts'
import { storyboardTime } from '#contract/thumbnails.ts'
import { texts } from '#texts/entities/player.ts'
import { formatClock, formatLength, formatPercent } from '../../lib/format.ts'
import { Maximize } from '../../ui/icons/maximize.tsx'
import { Minimize } from '../../ui/icons/minimize.tsx'
import { Pause } from '../../ui/icons/pause.tsx'
import { PictureInPicture2 } from '../../ui/icons/picture-in-picture-2.tsx'
import { Play } from '../../ui/icons/play.tsx'
import { RotateCcw } from '../../ui/icons/rotate-ccw.tsx'
import { RotateCw } from '../../ui/icons/rotate-cw.tsx'
import { Volume2 } from '../../ui/icons/volume-2.tsx'
import { VolumeX } from '../../ui/icons/volume-x.tsx'
import { Slider } from '../../ui/inputs/slider.tsx'
import type { PlayerCommands } from './commands.ts'
import type { MediaState } from './media-state.ts'

const keyNames: Readonly<Record<string, string>> = texts.keyNames

function ControlButton({
  label,
  keys,
  onPress,
  children,
}: {
  label: string
  keys: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={`${label} (${keyNames[keys] ?? keys})`}
      aria-keyshortcuts={keys}
      onClick={onPress}
      className="relative grid size-10 place-items-center rounded-md text-snow outline-offset-0 transition-colors hover:bg-snow/15 focus-visible:outline-snow sm:size-9 [&>svg]:size-5"
    >
      {children}
    </button>
  )
}

/** The bar under the video: seek bar above, buttons below, so nothing covers the picture. */
export function Controls({
  state,
  commands,
  duration,
  fullScreen,
  streamId,
  quality,
}: {
  streamId: string
  quality: Quality
  state: MediaState
  commands: PlayerCommands
  /** seconds; known from the record before the stream reports it */
  duration: number
  fullScreen: boolean
}) {
  const ten = (
    <span className="absolute inset-0 grid place-items-center pt-px font-bold text-[0.5rem]">
      {seekSkipSeconds}
    </span>
  )
  return (
    <div className="@container bg-night px-2.5 pt-1 pb-1.5 sm:px-3">
      <Storyboard streamId={streamId} duration={duration}>
        <Slider
          onNight
          value={Math.min(state.time, duration)}
          max={Math.max(duration, 0.1)}
          step={0.1}
          label={texts.seek}
          text={texts.position({ clock: formatClock(state.time), length: formatLength(duration) })}
          buffered={state.buffered}
          onChange={commands.seek}
          onKeyDown={event => {
            // The slider's own step would be a tenth of a second.
            const skip = { ArrowLeft: -seekSkipSeconds, ArrowRight: seekSkipSeconds }[event.key]
            if (skip === undefined) return
            event.preventDefault()
            event.stopPropagation()
            commands.skip(skip)
          }}
        />
      </Storyboard>
      <div className="flex items-center gap-0.5">
        <ControlButton
          label={state.playing ? texts.pause : texts.play}
          keys="Space"
          onPress={commands.togglePlay}
        >
          {state.playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        </ControlButton>
        <ControlButton label={texts.back} keys="ArrowLeft" onPress={() => commands.skip(-seekSkipSeconds)}>
          <RotateCcw aria-hidden="true" />
          {ten}
        </ControlButton>
        <ControlButton label={texts.forward} keys="ArrowRight" onPress={() => commands.skip(seekSkipSeconds)}>
          <RotateCw aria-hidden="true" />
          {ten}
        </ControlButton>
        <span className="numeric whitespace-nowrap px-1 text-snow text-sm sm:px-2">
          {formatClock(state.time)}
          {/* Where there is no room for all, buttons are wide enough to be pressed. */}
          <span className="@max-sm:hidden text-snow/70"> / {formatLength(duration)}</span>
        </span>
        <span className="flex-1" />
        <ControlButton label={state.muted ? texts.unmute : texts.mute} keys="M" onPress={commands.toggleMute}>
          {state.muted ? <VolumeX aria-hidden="true" /> : <Volume2 aria-hidden="true" />}
        </ControlButton>
        <Slider
          onNight
          value={state.muted ? 0 : state.volume}
          max={1}
          step={volumeStep}
          label={texts.volume}
          text={formatPercent(state.muted ? 0 : state.volume)}
          onChange={commands.setVolume}
          className="@max-sm:hidden w-12 sm:w-20"
        />
        <span className="w-1.5" />
        <Menu
          label={texts.speed}
          value={String(state.speed)}
          options={speeds.map(speed => [String(speed), `${speed}×`])}
          onChoose={value => commands.setSpeed(Number(value))}
        />
        {quality.heights.length > 0 && <QualityMenu {...quality} />}
        {document.pictureInPictureEnabled && (
          <span className="hidden sm:block">
            <ControlButton label={texts.pictureInPicture} keys="P" onPress={commands.togglePictureInPicture}>
              <PictureInPicture2 aria-hidden="true" />
            </ControlButton>
          </span>
        )}
        <ControlButton
          label={fullScreen ? texts.leaveFullScreen : texts.fullScreen}
          keys="F"
          onPress={commands.toggleFullScreen}
        >
          {fullScreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
        </ControlButton>
      </div>
    </div>
  )
}

/** Slow enough to see a landing, fast enough to get through an hour. */
const speeds = [0.25, 0.5, 1, 1.5, 2]

const previewWidth = 160

/** Over the seek bar: the frame and the time under the mouse. */
function Storyboard({
  streamId,
  duration,
  children,
}: {
  streamId: string
  /** seconds */
  duration: number
  children: ReactNode
}) {
  const [spot, setSpot] = useState<{ seconds: number; left: number } | null>(null)
  const point = (event: PointerEvent<HTMLDivElement>) => {
    // A finger covers what it points at.
    if (event.pointerType === 'touch' || duration <= 0) return
    const box = event.currentTarget.getBoundingClientRect()
    const x = Math.min(box.width, Math.max(0, event.clientX - box.left))
    const left = Math.min(box.width - previewWidth / 2, Math.max(previewWidth / 2, x))
    setSpot({ seconds: (x / box.width) * duration, left })
  }
  return (
    <div className="relative" onPointerMove={point} onPointerLeave={() => setSpot(null)}>
      {spot && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute bottom-full z-10 mb-1.5 -translate-x-1/2 overflow-hidden rounded-md border border-snow/25 bg-night"
          style={{ left: spot.left, width: previewWidth }}
        >
          <img
            src={frameAddress(streamId, storyboardTime(spot.seconds, duration), 180)}
            alt=""
            className="aspect-video w-full object-contain"
          />
          <p className="numeric py-0.5 text-center font-semibold text-snow text-xs">
            {formatClock(spot.seconds)}
          </p>
        </div>
      )}
      {children}
    </div>
  )
}

interface Quality {
  /** available heights, largest first; empty if there is no choice */
  heights: readonly number[]
  /** null: adaptive */
  chosen: number | null
  onChoose: (height: number | null) => void
}

const QualityMenu = ({ heights, chosen, onChoose }: Quality) => (
  <Menu
    label={texts.quality}
    value={String(chosen ?? '')}
    options={[
      ['', texts.auto],
      ...heights.map(height => [String(height), texts.height({ height })] as const),
    ]}
    onChoose={value => onChoose(value ? Number(value) : null)}
  />
)

/** The platform's native select: a wheel or a sheet on phones. */
const Menu = ({
  label,
  value,
  options,
  onChoose,
}: {
  label: string
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onChoose: (value: string) => void
}) => (
  <select
    aria-label={label}
    value={value}
    onChange={event => onChoose(event.target.value)}
    className="h-9 rounded-md bg-night px-1 font-semibold text-snow text-xs transition-colors hover:bg-snow/15 focus-visible:outline-snow field-sizing-content max-sm:appearance-none max-sm:px-2"
  >
    {options.map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
)
