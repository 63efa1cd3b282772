import { SkeletonCard } from '#web/ui/skeleton.tsx'

/** Where a screen will stand. */
export function ScreenSkeleton() {
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-4 px-4 py-6 sm:px-6">
      <SkeletonCard rows={2} />
      <SkeletonCard rows={4} />
    </div>
  )
}
