import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { texts } from '#texts/app/shell.ts'
import { ReviewCount } from '../../features/work/review-count.tsx'

/**
 * The count beside each link to Review in the navigation, put there from outside: the navigation's own code loads
 * before every page, for riders too.
 */
export default function ReviewCounts() {
  const [links, setLinks] = useState<readonly Element[]>([])
  useEffect(() => {
    const found = document.querySelectorAll(
      `nav[aria-label="${texts.mainNavigation}"] a[href="/admin/ai-highlights"]`,
    )
    setLinks([...found])
  }, [])
  return links.map((link, place) =>
    createPortal(
      <ReviewCount className="max-lg:order-first max-lg:-mb-5.75 max-lg:ml-7 max-lg:z-1 lg:ml-1.5" />,
      link,
      String(place),
    ),
  )
}
