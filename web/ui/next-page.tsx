import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from './button.tsx'

/** The way to the next page of a list; nothing after the last one. */
export const NextPage = ({
  query,
  label,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  label: string
}) =>
  query.hasNextPage && (
    <div className="mt-4 text-center">
      <Button variant="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
