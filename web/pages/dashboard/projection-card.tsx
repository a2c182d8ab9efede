import { useQuery } from '@tanstack/react-query'
import { projectionQuery } from '../../features/earnings/projection.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { texts as uiTexts } from '../../ui/texts.ts'
import { texts } from './texts.ts'

export function ProjectionCard() {
  const { data, isError, refetch } = useQuery(projectionQuery)
  return (
    <Section id="projection" title={texts.projection.title}>
      {isError ? (
        <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
          <p>{texts.projection.failed}</p>
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            {uiTexts.tryAgain}
          </Button>
        </div>
      ) : (
        <>
          {data ? (
            <p className="figure text-[2.75rem] text-accent leading-none">
              {formatMoney(data.projectedEarnings)}
            </p>
          ) : (
            <Skeleton className="h-11 w-36" />
          )}
          <p className="mt-2 font-medium text-[0.9375rem]">{texts.projection.share}</p>
          <p className="mt-0.5 text-muted text-sm">{texts.projection.basis}</p>
        </>
      )}
    </Section>
  )
}
