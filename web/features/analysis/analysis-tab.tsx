import type { AiHighlightsAnswer, ViralPotential } from '#contract/analysis.ts'
import { texts } from '#texts/features/analysis.ts'
import { points } from '../../entities/highlight/timeline/clips.ts'
import type { Playback } from '../../entities/player/playback.ts'
import type { TelemetryChoice } from '../telemetry/add-telemetry.ts'
import type { PlacedVideo } from '../telemetry/ride-place.ts'
import { Sensors } from '../telemetry/sensors.tsx'
import { PaceNote } from './pace-note.tsx'
import { TimeButton } from './time-button.tsx'
import { ViralScore } from './viral-score.tsx'

/** Where the scores come from: the parts of the viral potential, the scenes, and the camera's data. */
export function AnalysisTab({
  video,
  own,
  telemetryChoice,
  found,
  playback,
}: {
  video: PlacedVideo
  own: boolean
  telemetryChoice: TelemetryChoice
  found: AiHighlightsAnswer | null
  playback: Playback
}) {
  const scenes = found?.sceneDetection ?? []
  return (
    <div className="space-y-7">
      {found && <Potential potential={found.viralPotential} version={found.version} />}
      {scenes.length > 0 ? (
        <div>
          <h3 className="mb-2 font-semibold text-sm">{texts.scenes}</h3>
          <ol className="divide-y divide-line border-line border-y">
            {scenes.map(scene => (
              <li key={scene.timestamp} className="flex gap-3 py-2.5 text-sm">
                <TimeButton seconds={scene.timestamp} playback={playback} />
                <span>
                  <span className="block font-medium first-letter:uppercase">
                    {scene.sceneType.replaceAll('_', ' ')}
                  </span>
                  <span className="text-muted">{scene.description}</span>
                </span>
              </li>
            ))}
          </ol>
        </div>
      ) : (
        <p className="rounded-lg border border-line border-dashed px-5 py-8 text-center font-semibold">
          {texts.noScenes}
        </p>
      )}
      {found && <PaceNote telemetry={found.telemetry} />}
      {found && <Sensors video={video} own={own} telemetry={found.telemetry} choice={telemetryChoice} />}
    </div>
  )
}

const Potential = ({ potential, version }: { potential: ViralPotential; version: number }) => (
  <div>
    <ViralScore score={potential.score} version={version} />
    {potential.doubt && <p className="mt-3 text-muted text-sm">{potential.doubt}</p>}
    <h3 className="mt-5 font-semibold text-sm">{texts.potential.parts}</h3>
    <ul className="mt-3 space-y-3">
      {potential.parts.map(part => (
        <li key={part.name} className="grid grid-cols-[5.5rem_1fr] gap-x-4 text-sm">
          <div>
            <p className="font-semibold first-letter:uppercase">{part.name}</p>
            <p className="numeric text-muted text-xs">
              {texts.potential.pointsOf({
                points: points(part.value * part.weight),
                most: points(part.weight),
              })}
            </p>
          </div>
          <div>
            <div aria-hidden="true" className="mt-1.5 mb-2 h-1 rounded-full bg-ink/10">
              <div className="h-full rounded-full bg-glow" style={{ width: `${part.value * 100}%` }} />
            </div>
            <p className="text-muted">{part.sentence}</p>
            {part.improvement && <p className="mt-0.5 font-medium">{part.improvement}</p>}
          </div>
        </li>
      ))}
    </ul>
  </div>
)
