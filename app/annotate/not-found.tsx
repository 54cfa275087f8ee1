import { NothingHere } from "../nothing-here.tsx";

export default function NotFound() {
  return <NothingHere homeHref="/annotate" />;
}
