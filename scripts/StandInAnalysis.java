import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Empty stand-ins for parts of text analysis that Elasticsearch's index of API keys needs and that the server from Maven Central
 * lacks. The real ones split e-mail addresses of users, which tests do not have.
 */
public class StandInAnalysis extends Plugin implements AnalysisPlugin {
  @Override
  public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
    return Map.of(
        "pattern_capture", (index, environment, name, settings) -> through(name),
        "unique", (index, environment, name, settings) -> through(name));
  }

  @Override
  public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
    return Map.of(
        "uax_url_email",
        (index, environment, name, settings) -> TokenizerFactory.newFactory(name, StandardTokenizer::new));
  }

  private static TokenFilterFactory through(String filter) {
    return new TokenFilterFactory() {
      @Override
      public String name() {
        return filter;
      }

      @Override
      public TokenStream create(TokenStream stream) {
        return stream;
      }
    };
  }
}
