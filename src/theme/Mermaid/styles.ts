/**
 * Style of every diagram, added after Mermaid's own. Colors are the site's custom properties, so that a drawing follows
 * the color mode. Diagrams mark their parts with three classes: `money` (a payment succeeded), `risk` (someone must
 * act), and `closed` (nothing follows).
 */
const themeCSS = `
:is(.node, .statediagram-state) :is(rect, circle, polygon, path.basic, .basic.label-container),
rect.actor, .statediagram-cluster rect.outer {
  fill: var(--site-panel) !important;
  stroke: var(--site-border-strong) !important;
  stroke-width: 1px !important;
  rx: 4px;
}
.node.money :is(rect, path) { fill: var(--site-success-soft) !important; stroke: var(--site-success) !important; }
.node.risk :is(rect, path) { fill: var(--site-warning-soft) !important; stroke: var(--site-warning) !important; }
.node.closed :is(rect, path) { fill: var(--site-danger-soft) !important; stroke: var(--site-danger) !important; }
.cluster rect { fill: var(--site-surface) !important; stroke: var(--site-border) !important; }
:is(.nodeLabel, .label, .cluster-label, .stateLabel) :is(span, p, text),
.nodeLabel, .cluster-label span, .nodeLabel p, .state-title,
text.actor, text.actor tspan, .messageText, .noteText, .noteText tspan, .loopText, .loopText tspan, .sectionTitle, .sectionTitle tspan {
  color: var(--site-text) !important;
  fill: var(--site-text) !important;
  stroke: none !important;
}
.edgeLabel, .edgeLabel p, .edgeLabel span, .labelBkg {
  background-color: var(--site-surface) !important;
  color: var(--site-text-muted) !important;
}
.edgeLabel rect { fill: var(--site-surface) !important; opacity: 1; }
.flowchart-link, .edgePaths path.transition, path.transition, .messageLine0, .messageLine1 {
  stroke: var(--site-text-muted) !important;
  stroke-width: 1.25px !important;
}
.marker, marker path, #arrowhead path { fill: var(--site-text-muted) !important; stroke: var(--site-text-muted) !important; }
.actor-line { stroke: var(--site-border) !important; }
.note, rect.note { fill: var(--site-panel) !important; stroke: var(--site-border) !important; }
.labelBox, .loopLine { fill: var(--site-panel) !important; stroke: var(--site-border-strong) !important; }
.labelText, .labelText tspan { fill: var(--site-text) !important; }
`;

const fontFamily = 'var(--site-font-text)';

/** The Mermaid configuration: small distances, so that a drawing fits on a phone. */
export const diagramLook = {
  themeCSS,
  fontFamily,
  themeVariables: { fontFamily, fontSize: '14px' },
  flowchart: { nodeSpacing: 16, rankSpacing: 36, padding: 10 },
  state: { nodeSpacing: 20, rankSpacing: 48 },
  sequence: {
    diagramMarginX: 8,
    diagramMarginY: 8,
    width: 88,
    height: 44,
    actorMargin: 12,
    boxMargin: 8,
    messageMargin: 30,
    noteMargin: 8,
    mirrorActors: false,
  },
};
