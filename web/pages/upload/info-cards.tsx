import { texts } from '../../features/upload/texts.ts'
import { Section } from '../../ui/card.tsx'

const Points = ({ points }: { points: readonly string[] }) => (
  <ul className="space-y-2 text-[0.9375rem]">
    {points.map(point => (
      <li key={point} className="flex gap-3">
        <span aria-hidden="true" className="mt-2.5 h-0.5 w-3 shrink-0 bg-glow" />
        {point}
      </li>
    ))}
  </ul>
)

/** AI features, revenue sharing and upload tips. */
export const InfoCards = () => (
  <aside aria-label={texts.aboutUploading} className="space-y-4">
    <Section id="info-ai" title={texts.info.ai.title}>
      <Points points={texts.info.ai.points} />
    </Section>
    <Section id="info-share" title={texts.info.share.title}>
      <div className="flex items-center gap-4">
        <span className="figure text-[2.75rem] text-accent leading-none">{texts.info.share.figure}</span>
        <p className="text-[0.9375rem]">{texts.info.share.text}</p>
      </div>
    </Section>
    <Section id="info-tips" title={texts.info.tips.title}>
      <Points points={texts.info.tips.points} />
    </Section>
  </aside>
)
