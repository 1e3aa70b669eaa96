// The colours of a chart are those of the drawing that the page came with, so that the style sheet alone says them.

export function colourOf(element, property = 'stroke') {
  return getComputedStyle(element)[property];
}

/** Drawings on a canvas have no opacity except that of their colour. */
function withOpacity(colour, opacity) {
  return colour.replace(/^rgb\((.*)\)$/, `rgba($1, ${opacity})`);
}

export function tintOf(element) {
  const { fill, opacity } = getComputedStyle(element);
  return withOpacity(fill, opacity);
}

export function strokeOf(path) {
  const { stroke, opacity, strokeWidth, strokeDasharray } = getComputedStyle(path);
  const dash = strokeDasharray === 'none' ? [] : strokeDasharray.split(/[ ,]+/).map(Number.parseFloat);
  const width = Number.parseFloat(strokeWidth);
  return { stroke: withOpacity(stroke, opacity), width, ...(dash.length === 0 ? {} : { dash }) };
}

/** Bands behind the lines; even a short one must be visible. */
export function paintIncidents({ ctx, bbox, valToPos }, incidents) {
  const end = bbox.left + bbox.width;
  for (const { from, to, element } of incidents) {
    const start = valToPos(from, 'x', true);
    const left = Math.max(bbox.left, start);
    const right = Math.min(end, Math.max(valToPos(to, 'x', true), start + 2 * devicePixelRatio));
    if (right <= left) continue;
    ctx.fillStyle = tintOf(element);
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
  }
}

export function paintMarks({ ctx, bbox, valToPos }, marks) {
  for (const { at, element } of marks) {
    const x = Math.round(valToPos(at, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    const { stroke, width, dash = [] } = strokeOf(element);
    ctx.save();
    ctx.strokeStyle = stroke;
    ctx.lineWidth = width * devicePixelRatio;
    ctx.setLineDash(dash.map((one) => one * devicePixelRatio));
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }
}
